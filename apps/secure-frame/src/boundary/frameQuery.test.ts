import { describe, expect, test } from 'vitest'
import { parseFrameQuery } from './frameQuery.ts'

describe('parseFrameQuery', () => {
  test('reads what a client sends, and never its node', () => {
    const search = '?projectId=demo&chainId=eip155%3A10&version=4&enableLogger=true&rpcUrl=https://evil.example'
    expect(parseFrameQuery(search)).toEqual({ projectId: 'demo', chainId: 'eip155:10', profile: 4, logsMessages: true })
  })

  test('fills in what is missing', () => {
    expect(parseFrameQuery('?projectId=demo')).toEqual({
      projectId: 'demo',
      chainId: 'eip155:1',
      profile: 4,
      logsMessages: false,
    })
  })

  test.each(['6', '3', '', '4.0', 'constructor'])('refuses profile %j', (version) => {
    expect(parseFrameQuery(`?projectId=demo&version=${version}`)).toEqual({ refused: 'profile' })
  })

  test.each(['', '?projectId=', `?projectId=${'x'.repeat(129)}`, `?projectId=demo&chainId=${'1'.repeat(65)}`])(
    'refuses %j',
    (search) => {
      expect(parseFrameQuery(search)).toEqual({ refused: 'project' })
    },
  )
})
