import { AppError, type ErrorName } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { parseArrival } from '../../session/socialResult.ts'
import { createHandover } from './createHandover.ts'

const walletOrigin = 'https://wallet.example'
const attempt = '00000000-0000-4000-8000-000000000001'
const result = 'A'.repeat(43)
const origin = 'https://dapp.example'
const success = { attempt, result, origin, number: '07' }

const open = (fields: Record<string, string>, { isHeard = true } = {}) => {
  const given: unknown[] = []
  const released: unknown[] = []
  const failures: ErrorName[] = []
  const handover = createHandover({
    arrival: parseArrival(`#${new URLSearchParams(fields)}`),
    walletOrigin,
    give: async (...gift) => {
      given.push(gift)
      return isHeard
    },
    release: async (request) => {
      released.push(request)
      const failure = failures.shift()
      if (failure !== undefined) throw new AppError(failure)
    },
  })
  return { handover, given, released, failures }
}

test('a success goes to its page without anything else of the address, and that is all', async () => {
  const { handover, given, released } = open(success)
  expect(handover.current()).toEqual({ kind: 'handing' })
  await handover.hand()
  expect(given).toEqual([[`${walletOrigin}/social#attempt=${attempt}&result=${result}`, { origin, attempt }]])
  expect(handover.current()).toEqual({ kind: 'handed' })
  await handover.release()
  expect(released).toEqual([])
})

test('with nobody there the person compares the number, and one click releases it, once', async () => {
  const { handover, released } = open(success, { isHeard: false })
  await handover.hand()
  expect(handover.current()).toEqual({
    kind: 'asking',
    origin,
    number: '07',
    isElsewhere: false,
    busy: false,
    error: null,
  })
  expect(released).toEqual([])
  await Promise.all([handover.release(), handover.release()])
  expect(released).toEqual([{ attemptId: attempt, result }])
  expect(handover.current()).toEqual({ kind: 'released', origin })
})

test('begun in another network, nobody gets it before the person has said that it was they who began it', async () => {
  const { handover, given, released } = open({ ...success, network: 'other' })
  await handover.hand()
  expect(handover.current()).toMatchObject({ kind: 'asking', isElsewhere: true })
  expect(given).toEqual([])
  await handover.release()
  expect([given.length, released, handover.current()]).toEqual([1, [], { kind: 'handed' }])
})

test('and with nobody there it is released as any other', async () => {
  const { handover, released } = open({ ...success, network: 'other' }, { isHeard: false })
  await handover.hand()
  await handover.release()
  expect([released.length, handover.current()]).toEqual([1, { kind: 'released', origin }])
})

test('whoever did not begin it releases nothing', async () => {
  const { handover, released } = open(success, { isHeard: false })
  await handover.hand()
  handover.decline()
  await handover.release()
  expect([handover.current(), released]).toEqual([{ kind: 'declined' }, []])
})

test('a service that is away loses nothing; what is over says so', async () => {
  const { handover, failures } = open(success, { isHeard: false })
  await handover.hand()
  failures.push('SERVICE_UNREACHABLE')
  await handover.release()
  expect(handover.current()).toMatchObject({ kind: 'asking', busy: false, error: { name: 'SERVICE_UNREACHABLE' } })
  failures.push('SOCIAL_EXPIRED')
  await handover.release()
  expect(handover.current()).toEqual({ kind: 'failed', error: 'expired' })
})

test('a failure goes to its page too, and stays on screen', async () => {
  const { handover, given } = open({ attempt, error: 'access_denied', origin })
  await handover.hand()
  expect(given).toEqual([[`${walletOrigin}/social#attempt=${attempt}&error=access_denied`, { origin, attempt }]])
  expect(handover.current()).toEqual({ kind: 'failed', error: 'access_denied' })
})

test('a failure of nobody’s attempt goes nowhere', async () => {
  const { handover, given } = open({ error: 'expired' })
  await handover.hand()
  expect([given, handover.current()]).toEqual([[], { kind: 'failed', error: 'expired' }])
})

test('an address of another form does nothing', async () => {
  const { handover, given, released } = open({ ...success, origin: 'javascript:alert(1)' }, { isHeard: false })
  await handover.hand()
  await handover.release()
  handover.decline()
  expect([given, released, handover.current()]).toEqual([[], [], { kind: 'missing' }])
})
