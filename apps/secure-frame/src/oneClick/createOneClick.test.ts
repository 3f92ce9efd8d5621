import { formatBase58, hybridAccount, toChecksumAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { parseErc6492Signature } from 'viem'
import { describe, expect, test } from 'vitest'
import { readSignInMessage } from '../approvals/signIn/readSignInMessage.ts'
import { createChainReader } from '../chain/createChainReader.ts'
import { networkOf } from '../chain/networkOf.ts'
import type { Caller } from '../session/Caller.ts'
import { createOneClick } from './createOneClick.ts'
import { signInMs, siwx, type WrittenParts, writeSignIn } from './signInMessage.fixture.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const caller = {
  origin: 'https://dapp.example',
  projectId: 'demo',
  userId: 'ada',
  sessionId: 'one',
  address: owner,
  smartAccount: null,
} as Caller
const ethereum = networkOf('eip155:1')
const solana = networkOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const words: WrittenParts = { statement: 'I accept the terms.', rest: '\nResources:\n- https://dapp.example/terms' }

const harness = (signing: Uint8Array | AppError = new Uint8Array(65).fill(7)) => {
  const signed: { caller: Caller; text: string; address: string }[] = []
  let timeMs = signInMs
  const oneClick = createOneClick({
    session: {
      sign: async (by, content) => {
        if (signing instanceof AppError) throw signing
        const bytes = 'content' in content ? content.content : 'message' in content ? content.message : null
        signed.push({ caller: by, address: content.address, text: new TextDecoder().decode(bytes as ArrayBuffer) })
        return signing
      },
    },
    chain: (id) => createChainReader(async () => '0x', id),
    now: () => timeMs,
  })
  const pass = (ms: number) => {
    timeMs += ms
  }
  return { oneClick, signed, pass }
}
const shown = (parts: WrittenParts = {}) => readSignInMessage(siwx(parts))

describe('a completed sign-in', () => {
  test('signs its bare message once, with the account in its place', async () => {
    const { oneClick, signed } = harness()
    oneClick.allow(caller, null)
    const text = writeSignIn({ account: owner })
    expect(await oneClick.sign(caller, ethereum, siwx())).toEqual({
      message: text,
      signature: `0x${'07'.repeat(65)}`,
      siwxMessage: {
        accountAddress: owner,
        chainId: 'eip155:1',
        domain: 'dapp.example',
        uri: 'https://dapp.example',
        version: '1',
        nonce: 'Q7hf2ka81MxzP03Rt',
        issuedAt: '2023-11-14T22:13:20.000Z',
        serializedMessage: text,
      },
    })
    expect(await oneClick.sign(caller, ethereum, siwx())).toBeNull()
    oneClick.allow(caller, null)
    expect(await oneClick.sign(caller, ethereum, siwx())).toBeNull()
    expect(signed).toEqual([{ caller, address: owner, text }])
  })

  test('signs the words that were shown, and no others', async () => {
    const { oneClick, signed } = harness()
    oneClick.allow(caller, shown(words))
    expect(await oneClick.sign(caller, ethereum, siwx({ ...words, statement: 'I accept other terms.' }))).toBeNull()
    expect(await oneClick.sign(caller, ethereum, siwx(words))).toBeNull()
    oneClick.allow({ ...caller, sessionId: 'two' }, shown(words))
    expect(await oneClick.sign({ ...caller, sessionId: 'two' }, ethereum, siwx(words))).toMatchObject({
      siwxMessage: { statement: 'I accept the terms.', resources: ['https://dapp.example/terms'] },
    })
    expect(signed).toHaveLength(1)
  })

  test('signs of two requests at a time one', async () => {
    const { oneClick, signed } = harness()
    oneClick.allow(caller, null)
    const both = await Promise.all([oneClick.sign(caller, ethereum, siwx()), oneClick.sign(caller, ethereum, siwx())])
    expect(both.filter((each) => each !== null)).toHaveLength(1)
    expect(signed).toHaveLength(1)
  })

  test('of Solana signs the text of its standard', async () => {
    const { oneClick, signed } = harness(new Uint8Array(64).fill(9))
    const account = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
    const opening = 'dapp.example wants you to sign in with your Solana account:'
    const parts = { opening, chain: 'mainnet' }
    const mine = { ...caller, address: account }
    oneClick.allow(mine, null)
    expect(await oneClick.sign(mine, solana, siwx(parts))).toMatchObject({
      message: writeSignIn({ ...parts, account }),
      signature: formatBase58(new Uint8Array(64).fill(9)),
      siwxMessage: { chainId: solana.caipNetworkId, accountAddress: account },
    })
    expect(signed[0]?.address).toBe(account)
  })

  test('of a smart account that is not deployed says how to deploy it (ERC-6492)', async () => {
    const { oneClick, signed } = harness()
    const { address, factory, factoryData } = hybridAccount(toChecksumAddress(owner))
    const mine = { ...caller, address, smartAccount: { kind: 'hybrid', owner, address } } as Caller
    oneClick.allow(mine, null)
    const answer = await oneClick.sign(mine, ethereum, siwx())
    expect(answer?.message).toBe(writeSignIn({ account: address }))
    expect(parseErc6492Signature(answer?.signature as `0x${string}`)).toMatchObject({
      address: factory,
      data: factoryData,
    })
    expect(signed[0]?.address).toBe(owner)
  })
})

describe('nothing is signed', () => {
  test('for a session that was there before', async () => {
    const { oneClick, signed } = harness()
    expect(await oneClick.sign(caller, ethereum, siwx())).toBeNull()
    expect(signed).toEqual([])
  })

  test.each<[string, Partial<Caller>]>([
    ['another sign-in', { sessionId: 'two' }],
    ['another page', { origin: 'https://other.dapp.example' }],
  ])('for %s than the completed one, which ends it', async (_, other) => {
    const { oneClick, signed } = harness()
    oneClick.allow(caller, null)
    expect(await oneClick.sign({ ...caller, ...other }, ethereum, siwx())).toBeNull()
    expect(await oneClick.sign(caller, ethereum, siwx())).toBeNull()
    expect(signed).toEqual([])
  })

  test.each<[string, unknown]>([
    ['with a statement', siwx(words)],
    ['with an address that says something', siwx({ uri: 'https://dapp.example/i-agree' })],
    ['for another domain', siwx({ origin: 'https://bank.example' })],
    ['for another network', siwx({ chain: '137' })],
    ['of yesterday', siwx({ issuedAt: '2023-11-13T22:13:20Z' })],
    ['that is none', { serializedMessage: 'Pay <<AccountAddress>>' }],
  ])('where none was shown, of a message %s', async (_, sent) => {
    const { oneClick, signed } = harness()
    oneClick.allow(caller, null)
    expect(await oneClick.sign(caller, ethereum, sent)).toBeNull()
    expect(await oneClick.sign(caller, ethereum, siwx())).toBeNull()
    expect(signed).toEqual([])
  })

  test('after a minute', async () => {
    const { oneClick, signed, pass } = harness()
    oneClick.allow(caller, null)
    pass(60_001)
    expect(await oneClick.sign(caller, ethereum, siwx())).toBeNull()
    expect(signed).toEqual([])
  })

  test('where the vault cannot; the page asks with an approval', async () => {
    const { oneClick } = harness(new AppError('SERVICE_UNREACHABLE'))
    oneClick.allow(caller, null)
    expect(await oneClick.sign(caller, ethereum, siwx())).toBeNull()
  })
})
