import { expect, test } from 'vitest'
import { createStorage } from '../../storage.ts'
import { type KeptSession, readSessions, writeSessions } from './keptSessions.ts'

const session = (nonce: string, expiresAtMs = 2000): KeptSession => ({
  data: { accountAddress: 'a', chainId: 'eip155:1', domain: 'd', uri: 'u', version: '1', nonce },
  message: 'm',
  signature: 's',
  token: 't',
  expiresAtMs,
})
const storageOf = (text?: string) => {
  const kept = new Map(text === undefined ? [] : [['latchkey:demo:sign-in-sessions', text]])
  return createStorage('demo', () => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }))
}

test('sessions are read back until they are over, 16 of them', () => {
  const storage = storageOf()
  writeSessions(storage, [
    session('one'),
    session('two', 1000),
    ...Array.from({ length: 20 }, (_, at) => session(`${at}`)),
  ])
  expect(readSessions(storage, 999)).toHaveLength(16)
  expect(readSessions(storage, 1000).map(({ data }) => data.nonce)).not.toContain('two')
  expect(readSessions(storage, 2000)).toEqual([])
})

test.each([
  ['no JSON', '{'],
  ['no list', '{}'],
  ['null in the list', '[null]'],
  ['a session without a token', JSON.stringify([{ ...session('x'), token: undefined }])],
  ['a network that is none', JSON.stringify([{ ...session('x'), data: { ...session('x').data, chainId: '1' } }])],
  ['a time that is a text', JSON.stringify([{ ...session('x'), expiresAtMs: '9999999999999' }])],
])('%s is no session', (_, text) => {
  expect(readSessions(storageOf(text), 0)).toEqual([])
})
