import { AppError, catalogue, type ErrorName } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { failureWords } from './failureWords.ts'

/** Errors of sign-ins only. */
const ofSignIn = /^(SOCIAL|IDENTITY|POPUP)_/
const names = (Object.keys(catalogue) as ErrorName[]).filter((name) => !ofSignIn.test(name))

test.each(names)('failureWords › says once what did not happen: %s', (name) => {
  expect(failureWords(new AppError(name)).text.match(/Nothing was (sent|signed|changed)/g)).toHaveLength(1)
})
