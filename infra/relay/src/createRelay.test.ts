import { expect, onTestFinished, test } from 'vitest'
import { createRelay, type Peer } from './createRelay.ts'
import { type Method, type Params, requests } from './requests.ts'

const topic = (letter: string): string => letter.repeat(64)
const [a, b, c] = [topic('a'), topic('b'), topic('c')]

/** A relay with the test's clock, and clients that record their mail. */
const open = () => {
  let nowMs = 0
  const relay = createRelay(() => nowMs)
  onTestFinished(relay.close)
  const join = (name: string) => {
    const got: string[] = []
    const peer: Peer = {
      name,
      deliver(_, mail) {
        got.push(mail.message)
        relay.confirm(mail)
      },
    }
    /** As it arrives: parsed first. */
    const ask = <method extends Method>(method: method, params: object): unknown =>
      relay.answer(peer, method, requests[method].parse(params) as Params<method>)
    return { got, peer, ask }
  }
  const pass = (seconds: number) => {
    nowMs += seconds * 1000
  }
  return { relay, join, pass }
}
const delivered = () => new Promise((resolve) => setTimeout(resolve))

test('a message reaches who listens, and not who wrote it', () => {
  const { join } = open()
  const [dapp, wallet] = [join('dapp'), join('wallet')]
  dapp.ask('irn_subscribe', { topic: a })
  wallet.ask('irn_subscribe', { topic: a })
  expect(dapp.ask('irn_publish', { topic: a, message: 'one' })).toBe(true)
  expect([dapp.got, wallet.got]).toEqual([[], ['one']])
})

test('many topics and messages go at once, and come once', async () => {
  const { join } = open()
  const [dapp, wallet] = [join('dapp'), join('wallet')]
  const messages = [a, b, c].map((one) => ({ topic: one, message: `to ${one[0]}` }))
  expect(dapp.ask('irn_batchPublish', { messages })).toBe(true)
  expect(wallet.ask('irn_batchFetchMessages', { topics: [a, c] })).toMatchObject({
    messages: [{ message: 'to a' }, { message: 'to c' }],
    hasMore: false,
  })
  const ids = wallet.ask('irn_batchSubscribe', { topics: [a, b] })
  expect(new Set(ids as string[]).size).toBe(2)
  await delivered()
  expect(wallet.got).toEqual(['to a', 'to b'])
  expect(wallet.ask('irn_fetchMessages', { topic: a })).toMatchObject({ messages: [] })

  wallet.ask('irn_batchUnsubscribe', { subscriptions: [{ topic: a }, { topic: b }] })
  dapp.ask('irn_publish', { topic: a, message: 'later' })
  expect(wallet.got).toEqual(['to a', 'to b'])
})

test('a connection that subscribes again before it has confirmed is given nothing twice, and the next one everything', async () => {
  const { relay, join } = open()
  const dapp = join('dapp')
  const connect = () => {
    const got: string[] = []
    const peer: Peer = { name: 'wallet', deliver: (_, mail) => void got.push(mail.message) }
    const ask = (method: 'irn_subscribe' | 'irn_fetchMessages') => relay.answer(peer, method, { topic: a })
    return { got, peer, ask }
  }
  const first = connect()
  dapp.ask('irn_publish', { topic: a, message: 'one' })
  first.ask('irn_subscribe')
  first.ask('irn_subscribe')
  await delivered()
  dapp.ask('irn_publish', { topic: a, message: 'two' })
  first.ask('irn_subscribe')
  await delivered()
  expect(first.got).toEqual(['one', 'two'])
  expect(first.ask('irn_fetchMessages')).toMatchObject({ messages: [] })
  relay.leave(first.peer)
  const next = connect()
  next.ask('irn_subscribe')
  await delivered()
  expect(next.got).toEqual(['one', 'two'])
})

test('a message waits as long as its writer says', async () => {
  const { join, pass } = open()
  const [dapp, wallet] = [join('dapp'), join('wallet')]
  dapp.ask('irn_publish', { topic: a, message: 'short', ttl: 30 })
  dapp.ask('irn_publish', { topic: a, message: 'long', ttl: 86_400 })
  pass(60)
  wallet.ask('irn_subscribe', { topic: a })
  await delivered()
  expect(wallet.got).toEqual(['long'])
})

test('the newer methods are the older ones in one step: propose, then approve', async () => {
  const { join } = open()
  const [dapp, wallet] = [join('dapp'), join('wallet')]
  dapp.ask('wc_proposeSession', { pairingTopic: a, sessionProposal: 'proposal' })
  wallet.ask('irn_subscribe', { topic: a })
  await delivered()
  expect(wallet.got).toEqual(['proposal'])

  const step = { sessionProposalResponse: 'response', sessionSettlementRequest: 'settlement' }
  wallet.ask('wc_approveSession', { pairingTopic: a, sessionTopic: b, ...step })
  expect(dapp.got).toEqual(['response'])
  dapp.ask('irn_subscribe', { topic: b })
  await delivered()
  expect(dapp.got).toEqual(['response', 'settlement'])
  dapp.ask('irn_publish', { topic: b, message: 'settled' })
  expect(wallet.got).toEqual(['proposal', 'settled'])
})

test('who has left gets nothing until it is back', async () => {
  const { relay, join } = open()
  const [dapp, wallet] = [join('dapp'), join('wallet')]
  wallet.ask('irn_subscribe', { topic: a })
  relay.leave(wallet.peer)
  dapp.ask('irn_publish', { topic: a, message: 'one' })
  expect(wallet.got).toEqual([])
  const back = join('wallet')
  back.ask('irn_subscribe', { topic: a })
  await delivered()
  expect(back.got).toEqual(['one'])
})

test.each([
  ['irn_publish', { topic: 'a', message: 'x' }],
  ['irn_publish', { topic: a, message: 'x'.repeat(1_000_001) }],
  ['irn_publish', { topic: a, message: 'x', ttl: 0 }],
  ['irn_batchSubscribe', { topics: [] }],
  ['irn_batchSubscribe', { topics: Array.from({ length: 501 }, () => a) }],
  ['wc_approveSession', { pairingTopic: a, sessionTopic: b, sessionProposalResponse: 'x' }],
] as const)('%s with bad parameters is refused', (method, params) => {
  expect(requests[method].safeParse(params).success).toBe(false)
})
