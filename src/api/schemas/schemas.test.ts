import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { SETTING_NAMES } from '../../model/settings.ts'
import { CONTRACT_FIELDS } from '../contract-fields.ts'
import { cleanDocument, fullDocument } from '../ward.fixture.ts'
import { AuthAnswer, AuthRequest, CallbackPayload, ProblemDetails, SolutionDocumentSchema, SubmissionAnswer } from './answers.ts'
import { Contract } from './contract.ts'
import { Settings } from './settings.ts'
import { DiffParameters, DiffResult } from './questions/diff.ts'
import { EstimateParameters, EstimateResult } from './questions/estimate.ts'
import { EvaluateParameters, EvaluateResult } from './questions/evaluate.ts'
import { ExplainParameters, ExplainResult } from './questions/explain.ts'
import { RecommendParameters, RecommendResult } from './questions/recommend.ts'
import { RepairParameters, RepairResult } from './questions/repair.ts'
import { ValidateParameters, ValidateResult } from './questions/validate.ts'
import { AskedSchedule } from './questions/values.ts'
import { ScheduleSubmission } from './submission.ts'

test('documents that the reader takes are valid by the schema', () => {
  expect([...Value.Errors(ScheduleSubmission, fullDocument())]).toEqual([])
  expect([...Value.Errors(ScheduleSubmission, cleanDocument())]).toEqual([])
  expect([...Value.Errors(AskedSchedule, { ...cleanDocument(), callbackUrl: undefined })]).toEqual([])
})

test('unknown fields are allowed everywhere', () => {
  const document = fullDocument()
  for (const place of [document, document.employees[0], document.employees[0].contract, document.shifts[0], document.settings, document.spots[0]])
    place.somethingElse = 1
  expect([...Value.Errors(ScheduleSubmission, document)]).toEqual([])
})

test('every setting and every contract field is documented', () => {
  expect(SETTING_NAMES.filter((name) => !(name in Settings.properties))).toEqual([])
  expect(CONTRACT_FIELDS.filter((field) => !(field.wire in Contract.properties))).toEqual([])
})

describe('every field of every schema says what it is', () => {
  for (const [name, schema] of Object.entries({
    ScheduleSubmission,
    SubmissionAnswer,
    SolutionDocumentSchema,
    CallbackPayload,
    ProblemDetails,
    AuthRequest,
    AuthAnswer,
    DiffParameters,
    DiffResult,
    EstimateParameters,
    EstimateResult,
    EvaluateParameters,
    EvaluateResult,
    ExplainParameters,
    ExplainResult,
    RecommendParameters,
    RecommendResult,
    RepairParameters,
    RepairResult,
    ValidateParameters,
    ValidateResult,
  })) {
    test(`in ${name}`, () => expect(undescribed(JSON.parse(JSON.stringify(schema)), name)).toEqual([]))
  }
})

/** Properties without a description, wherever they are nested; `id` and `name` of a department speak for themselves. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const properties = Object.entries((schema as { properties?: Record<string, object> }).properties ?? {})
  const here = properties.filter(([, property]) => !('description' in property)).map(([key]) => `${path}.${key}`)
  return [...here, ...Object.entries(schema).flatMap(([key, inner]) => (key === 'required' ? [] : undescribed(inner, `${path}.${key}`)))]
}
