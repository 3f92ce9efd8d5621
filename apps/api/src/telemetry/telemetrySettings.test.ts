import { readEnvironment } from '@latchkey/service-kit/settings/readEnvironment'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readTelemetryFields, telemetryFields } from './telemetrySettings.ts'

const read = (variables: Record<string, string>) =>
  readTelemetryFields(readEnvironment(z.object(telemetryFields), variables)).telemetry
const posthog = { TELEMETRY: 'posthog', TELEMETRY_URL: 'https://posthog.example', TELEMETRY_KEY: 'phc_1' }

test('is off unless it is set, whatever else is', () => {
  expect(read({})).toBeNull()
  expect(read({ ...posthog, TELEMETRY: 'off' })).toBeNull()
})

test('puts events into the database, or passes them on', () => {
  expect(read({ TELEMETRY: 'database' })).toEqual({ sink: 'database', keepsAddresses: false })
  expect(read({ ...posthog, TELEMETRY_ADDRESSES: 'true' })).toEqual({
    sink: 'posthog',
    url: 'https://posthog.example',
    key: 'phc_1',
    keepsAddresses: true,
  })
})

test.each<[string, Record<string, string>]>([
  ['TELEMETRY', { TELEMETRY: 'true' }],
  ['TELEMETRY_URL', { TELEMETRY: 'posthog', TELEMETRY_KEY: 'phc_1' }],
  ['TELEMETRY_KEY', { TELEMETRY: 'posthog', TELEMETRY_URL: 'https://posthog.example' }],
  ['TELEMETRY_URL', { ...posthog, TELEMETRY_URL: 'http://posthog.example' }],
  ['TELEMETRY_URL', { ...posthog, TELEMETRY_URL: 'https://posthog.example/batch' }],
  ['TELEMETRY_ADDRESSES', { TELEMETRY: 'database', TELEMETRY_ADDRESSES: 'yes' }],
])('names %s in %o', (name, variables) => {
  expect(() => read(variables)).toThrow(name)
})
