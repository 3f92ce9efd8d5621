import { expect, test } from 'vitest'
import type { WalletSession } from './Connector.ts'
import { createAttempts } from './createAttempts.ts'

const session: WalletSession = {
  namespace: 'eip155',
  accounts: [{ address: '0x1' }],
  network: 'eip155:1',
}

const create = () => {
  const followed = new Set<number>()
  const attempts = createAttempts({
    namespace: 'eip155',
    fresh: () => ({ number: followed.size }),
    follow: ({ number }) => {
      followed.add(number)
      return () => void followed.delete(number)
    },
  })
  const signal = new AbortController().signal
  return {
    attempts,
    followed,
    open: (result: WalletSession | null) => attempts.open(signal, async () => result),
    signal,
  }
}

test('keeps the earlier session while an attempt runs and after it fails', async () => {
  const { attempts, followed, open, signal } = create()
  await open(session)
  const failing = attempts.open(signal, async () => Promise.reject(new Error('closed')))
  expect(attempts.held().session).toEqual(session)
  await expect(failing).rejects.toThrow('closed')
  expect(await open(null)).toBeNull()
  expect(attempts.held()).toMatchObject({ session, number: 0 })
  expect([...followed]).toEqual([0])
})

test('the next session replaces the earlier one, whose requests are rejected', async () => {
  const { attempts, open } = create()
  await open(session)
  const earlier = attempts.held()
  await open({ ...session, network: 'eip155:10' })
  expect(attempts.held().session.network).toBe('eip155:10')
  expect(earlier.signal.reason).toMatchObject({ name: 'DISCONNECTED' })
})

test('a session that the wallet ends is reported; one that ends here is not', async () => {
  const { attempts, open } = create()
  const ended: string[] = []
  attempts.listen({ onSession: () => undefined, onEnd: (namespace) => ended.push(namespace) })
  await open(session)
  attempts.lose()
  expect([ended, attempts.current(), attempts.isEnded()]).toEqual([['eip155'], null, false])
  await open(session)
  attempts.end()
  expect([ended, attempts.current(), attempts.isEnded()]).toEqual([['eip155'], null, true])
  expect(() => attempts.held()).toThrow(expect.objectContaining({ name: 'DISCONNECTED' }))
})
