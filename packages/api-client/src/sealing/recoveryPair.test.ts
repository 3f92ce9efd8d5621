import { describe, expect, test } from 'vitest'
import { uuidOf } from '../uuidOf.ts'
import { checkProof, makePairKey, type ShareContext, withProof } from './index.ts'

const custodyHalf = Uint8Array.from({ length: 33 }, (_, index) => index + 1)
const apiHalf = custodyHalf.toReversed()
const proofLength = 129

const pair = async () => {
  const key = await makePairKey()
  const { recoveryShareId } = key
  const context: ShareContext = {
    purpose: 'recovery',
    userId: '22222222-2222-4222-8222-222222222222',
    walletId: '11111111-1111-4111-8111-111111111111',
    generation: 1,
    deviceId: null,
    recoveryShareId,
    nonce: null,
  }
  return { key, context, sent: await withProof(custodyHalf, context, key) }
}

describe('a recovery pair', () => {
  test('is named by a UUID of version 8, another one each time, of a key that cannot be exported', async () => {
    const [one, other] = [await makePairKey(), await makePairKey()]
    expect(one.recoveryShareId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(one.recoveryShareId).not.toBe(other.recoveryShareId)
    expect(one.privateKey.extractable).toBe(false)
  })

  test('gives its half without the proof, and what was sent is zeroed', async () => {
    const { context, sent } = await pair()
    expect(sent).toHaveLength(custodyHalf.length + proofLength)
    expect(await checkProof(sent, context)).toEqual(custodyHalf)
    expect(sent).toEqual(new Uint8Array(sent.length))
  })

  test('a half of an earlier release’s pair, and an auth share, are what they are', async () => {
    const { context } = await pair()
    for (const recoveryShareId of [uuidOf(crypto.getRandomValues(new Uint8Array(16)), 4), null])
      expect(await checkProof(custodyHalf.slice(), { ...context, recoveryShareId })).toEqual(custodyHalf)
  })
})

describe('SHARE_INVALID', () => {
  const refuses = (sent: Uint8Array<ArrayBuffer>, context: ShareContext) =>
    expect(checkProof(sent, context)).rejects.toMatchObject({ name: 'SHARE_INVALID' })

  test('another half, with the proof of the genuine one', async () => {
    const { context, sent } = await pair()
    await refuses(Uint8Array.from([...apiHalf, ...sent.slice(-proofLength)]), context)
  })

  test('the halves of a pair, swapped', async () => {
    const { context, key, sent } = await pair()
    await refuses(sent, { ...context, purpose: 'recovery-auth' })
    await refuses(await withProof(apiHalf, { ...context, purpose: 'recovery-auth' }, key), context)
  })

  test('a half that another key has signed, under the name of this pair', async () => {
    const { context } = await pair()
    await refuses(await withProof(custodyHalf, context, await makePairKey()), context)
  })

  test('the public key of this pair, with a signature by another one', async () => {
    const { context, key } = await pair()
    const { privateKey } = await makePairKey()
    await refuses(await withProof(custodyHalf, context, { ...key, privateKey }), context)
  })

  test.each<[string, (sent: Uint8Array) => number[]]>([
    ['no proof', (sent) => [...sent.slice(0, -proofLength)]],
    ['half of a proof', (sent) => [...sent.slice(0, -64)]],
    ['a proof alone', (sent) => [...sent.slice(-proofLength)]],
    ['a byte too many', (sent) => [...sent, 0]],
    ['nothing', () => []],
  ])('%s', async (_, change) => {
    const { context, sent } = await pair()
    await refuses(Uint8Array.from(change(sent)), context)
  })

  test.each<[string, Partial<ShareContext>]>([
    ['user', { userId: '33333333-3333-4333-8333-333333333333' }],
    ['wallet', { walletId: '33333333-3333-4333-8333-333333333333' }],
    ['generation', { generation: 2 }],
  ])('a half that was signed for another %s', async (_, other) => {
    const { context, sent } = await pair()
    await refuses(sent, { ...context, ...other })
  })

  test('every change of one bit', async () => {
    const { context, sent } = await pair()
    for (let at = 0; at < sent.length; at += 3)
      await refuses(
        sent.map((byte, index) => (index === at ? byte ^ 1 : byte)),
        context,
      )
  })
})
