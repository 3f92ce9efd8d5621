import { expect, test } from 'vitest'
import { describeMailFailure, isServerFailure, isWorthRetrying } from './mailFailure.ts'

const failure = (code: string, responseCode?: number) =>
  Object.assign(new Error('<ada@example.com> secret'), {
    code,
    ...(responseCode === undefined ? {} : { responseCode }),
  })

test.each<[Error | string, { server: boolean; again: boolean; words: string }]>([
  [failure('ECONNREFUSED'), { server: true, again: true, words: 'ECONNREFUSED' }],
  [failure('ETIMEDOUT'), { server: true, again: true, words: 'ETIMEDOUT' }],
  [failure('EDNS'), { server: true, again: true, words: 'EDNS' }],
  [failure('EAUTH', 535), { server: true, again: true, words: 'EAUTH 535' }],
  [failure('ECONNECTION', 421), { server: true, again: true, words: 'ECONNECTION 421' }],
  [failure('EENVELOPE', 450), { server: false, again: true, words: 'EENVELOPE 450' }],
  [failure('EENVELOPE', 550), { server: false, again: false, words: 'EENVELOPE 550' }],
  [failure('EMESSAGE', 554), { server: false, again: false, words: 'EMESSAGE 554' }],
  [failure('EENVELOPE'), { server: false, again: false, words: 'EENVELOPE' }],
  ['thrown text with ada@example.com', { server: true, again: true, words: 'unknown' }],
])('%s', (thrown, { server, again, words }) => {
  expect(isServerFailure(thrown)).toBe(server)
  expect(isWorthRetrying(thrown)).toBe(again)
  expect(describeMailFailure(thrown)).toBe(words)
})
