import { expect, test } from 'vitest'
import { foreignDomain } from './meaningWords.ts'

const origin = 'https://app.example'

test.each(['app.example', 'https://app.example', 'https://app.example/login?x=1', ' APP.example ', 'app.example:443'])(
  '%j is the page’s own',
  (named) => {
    expect(foreignDomain(named, origin)).toBeNull()
  },
)

test.each([
  'bank.example',
  'http://app.example',
  'app.example:444',
  'app.example.bank.example',
  'https://app.example@bank.example',
  'me@app.example',
  'javascript:app.example',
  'not a domain',
  '',
])('%j is not', (named) => {
  expect(foreignDomain(named, origin)).not.toBeNull()
})
