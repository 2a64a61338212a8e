import { takeTexts } from '../src/console/texts/texts.ts'
import en from '../src/console/texts/en.json' with { type: 'json' }

// The page fetches its texts before it draws anything; tests of its parts have the English ones.
takeTexts(en)
