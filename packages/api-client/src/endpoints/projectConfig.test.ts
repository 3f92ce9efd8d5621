import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getProjectConfig, projectFeature } from './projectConfig.ts'

const unknown = { id: 'time_travel', isEnabled: true, config: null }
const swap = { id: 'swap', isEnabled: true, config: null }

test('a feature that this client doesn’t know fails no configuration', () => {
  expect(z.parse(getProjectConfig.response, { features: [unknown, swap] })).toEqual({ features: [unknown, swap] })
})

test('an operator can’t list a feature that doesn’t exist', () => {
  expect(z.safeParse(projectFeature, unknown).success).toBe(false)
})
