import { AppError, type ErrorName } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { parseArrival } from '../../session/socialResult.ts'
import { createHandover } from './createHandover.ts'

const walletOrigin = 'https://wallet.example'
const attempt = '00000000-0000-4000-8000-000000000001'
const result = 'A'.repeat(43)
const origin = 'https://dapp.example'
const success = { attempt, result, origin, number: '07' }
const resultUri = `${walletOrigin}/social#attempt=${attempt}&result=${result}`

type Place = {
  /** A page has opened the window, and is there. */
  hasOpener?: boolean
  /** It is still there when the result is given. */
  isHeard?: boolean
  agreed?: readonly string[]
}
const open = (fields: Record<string, string>, place: Place = {}) => {
  const { hasOpener = true, isHeard = hasOpener } = place
  const agreed = new Set(place.agreed)
  const given: unknown[] = []
  const released: unknown[] = []
  const failures: ErrorName[] = []
  const handover = createHandover({
    arrival: parseArrival(`#${new URLSearchParams(fields)}`),
    walletOrigin,
    agreed,
    hasOpener: () => hasOpener,
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
  const choices = (): readonly string[] => {
    const now = handover.current()
    return now.kind === 'asking' ? now.choices : []
  }
  return { handover, given, released, failures, agreed, choices }
}

test('a page with which the user has agreed before gets a success at once, without anything else of the address', async () => {
  const { handover, given, released } = open(success, { agreed: [origin] })
  expect(handover.current()).toEqual({ kind: 'handing' })
  await handover.hand()
  expect(given).toEqual([[resultUri, { origin, attempt }]])
  expect(handover.current()).toEqual({ kind: 'handed' })
  await handover.pick('07')
  expect(released).toEqual([])
})

test('any other page gets nothing before the user has agreed, once, and is known from then on', async () => {
  const { handover, given, agreed } = open(success, { agreed: ['http://dapp.example', 'https://dapp.example:8443'] })
  await handover.hand()
  expect([handover.current(), given]).toEqual([{ kind: 'agreeing', origin, isElsewhere: false }, []])
  expect(agreed.has(origin)).toBe(false)
  await Promise.all([handover.agree(), handover.agree()])
  expect([handover.current(), given]).toEqual([{ kind: 'handed' }, [[resultUri, { origin, attempt }]]])
  expect(agreed.has(origin)).toBe(true)
})

test('a page that is not the user’s gets nothing, and stays unknown', async () => {
  const { handover, given, agreed, released } = open(success)
  await handover.hand()
  handover.decline()
  await handover.agree()
  await handover.pick('07')
  expect([handover.current(), given, released, agreed.has(origin)]).toEqual([{ kind: 'declined' }, [], [], false])
})

test('a page that leaves while the user reads is out of reach: they compare the number', async () => {
  const { handover } = open(success, { hasOpener: true, isHeard: false })
  await handover.hand()
  await handover.agree()
  expect(handover.current()).toMatchObject({ kind: 'asking', origin })
})

test('the wallet’s own page needs no agreement', async () => {
  const { handover, given } = open({ ...success, origin: walletOrigin }, { hasOpener: false, isHeard: true })
  await handover.hand()
  expect([handover.current(), given.length]).toEqual([{ kind: 'handed' }, 1])
})

test('without an opener the user picks the number among three, which releases the result once', async () => {
  const { handover, released, choices } = open(success, { hasOpener: false, agreed: [origin] })
  await handover.hand()
  expect(handover.current()).toMatchObject({ kind: 'asking', origin, isElsewhere: false, busy: false, error: null })
  expect(choices()).toHaveLength(3)
  expect(choices()).toContain('07')
  expect(released).toEqual([])
  await Promise.all([handover.pick('07'), handover.pick('07')])
  expect(released).toEqual([{ attemptId: attempt, result }])
  expect(handover.current()).toEqual({ kind: 'released', origin })
})

test('another number ends it, and the right one comes too late', async () => {
  const { handover, released, given, choices } = open(success, { hasOpener: false })
  await handover.hand()
  await handover.pick(choices().find((choice) => choice !== '07') ?? '')
  await handover.pick('07')
  await handover.agree()
  expect([handover.current(), released, given]).toEqual([{ kind: 'mistaken' }, [], []])
})

test('begun in another network, also a page that is known waits until the user has agreed to it', async () => {
  const { handover, given, released } = open({ ...success, network: 'other' }, { agreed: [origin] })
  await handover.hand()
  expect([handover.current(), given]).toEqual([{ kind: 'agreeing', origin, isElsewhere: true }, []])
  await handover.agree()
  expect([given.length, released, handover.current()]).toEqual([1, [], { kind: 'handed' }])
})

test('and with nobody there it is released by its number as any other', async () => {
  const { handover, released } = open({ ...success, network: 'other' }, { hasOpener: false })
  await handover.hand()
  expect(handover.current()).toMatchObject({ kind: 'asking', isElsewhere: true })
  await handover.pick('07')
  expect([released.length, handover.current()]).toEqual([1, { kind: 'released', origin }])
})

test('begun in another network by the wallet’s own page, the number lets it through to there', async () => {
  const place = { hasOpener: false, isHeard: true }
  const { handover, given, released } = open({ ...success, origin: walletOrigin, network: 'other' }, place)
  await handover.hand()
  expect(given).toEqual([])
  await handover.pick('07')
  expect([given.length, released, handover.current()]).toEqual([1, [], { kind: 'handed' }])
})

test('whoever did not begin it releases nothing', async () => {
  const { handover, released } = open(success, { hasOpener: false })
  await handover.hand()
  handover.decline()
  await handover.pick('07')
  expect([handover.current(), released]).toEqual([{ kind: 'declined' }, []])
})

test('a service that is away loses nothing, and asks for the same numbers; what is over says so', async () => {
  const { handover, failures, choices } = open(success, { hasOpener: false })
  await handover.hand()
  const first = choices()
  failures.push('SERVICE_UNREACHABLE')
  await handover.pick('07')
  expect(handover.current()).toMatchObject({ kind: 'asking', busy: false, error: { name: 'SERVICE_UNREACHABLE' } })
  expect(choices()).toEqual(first)
  failures.push('SOCIAL_EXPIRED')
  await handover.pick('07')
  expect(handover.current()).toEqual({ kind: 'failed', error: 'expired' })
})

test('a failure goes to its page without a click, and stays on screen', async () => {
  const { handover, given, agreed } = open({ attempt, error: 'access_denied', origin })
  await handover.hand()
  expect(given).toEqual([[`${walletOrigin}/social#attempt=${attempt}&error=access_denied`, { origin, attempt }]])
  expect([handover.current(), agreed.has(origin)]).toEqual([{ kind: 'failed', error: 'access_denied' }, false])
})

test('a failure of nobody’s attempt goes nowhere', async () => {
  const { handover, given } = open({ error: 'expired' })
  await handover.hand()
  expect([given, handover.current()]).toEqual([[], { kind: 'failed', error: 'expired' }])
})

test('an address of another form does nothing', async () => {
  const { handover, given, released } = open({ ...success, origin: 'javascript:alert(1)' })
  await handover.hand()
  await handover.agree()
  await handover.pick('07')
  handover.decline()
  expect([given, released, handover.current()]).toEqual([[], [], { kind: 'missing' }])
})
