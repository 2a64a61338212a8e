import { render } from 'preact'
import { App } from './app.tsx'
import { beginWithLanguage } from './texts/texts.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/submit.css'

await beginWithLanguage()
render(<App />, document.getElementById('console')!)
