import fc from 'fast-check'
import { FIRST_SEED } from './property/cases.ts'

// Before each test file: properties that name no seed draw the same cases in every run, so that a test that is green stays green.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: FIRST_SEED })
