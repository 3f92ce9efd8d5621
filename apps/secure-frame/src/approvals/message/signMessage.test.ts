import { hybridAccount, type SmartAccountKind, toChecksumAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { Signable } from '@latchkey/vault-protocol'
import { parseErc6492Signature } from 'viem'
import { describe, expect, test } from 'vitest'
import { createChainReader } from '../../chain/createChainReader.ts'
import { signMessage } from './signMessage.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const { address, factory, factoryData } = hybridAccount(toChecksumAddress(owner))
const plain = `0x${'07'.repeat(65)}`
const message = { kind: 'personalMessage', message: new ArrayBuffer(2) } as const

/** A message signed for one of the user's accounts, on a chain where every account has this code. */
const sign = async (kind: SmartAccountKind | null, code: string | AppError = '0x') => {
  const signed: Signable[] = []
  const smartAccount = kind && { kind, owner, address: kind === 'hybrid' ? address : owner }
  const requester = {
    origin: 'https://dapp.example',
    projectId: 'demo',
    address: smartAccount?.address ?? owner,
    smartAccount,
  }
  const signature = await signMessage(
    requester,
    {
      sign: async (content) => {
        signed.push(content)
        return new Uint8Array(65).fill(7)
      },
      read: createChainReader(async () => {
        if (code instanceof AppError) throw code
        return code
      }, 'eip155:31337'),
    },
    message,
  ).catch((error: unknown) => ({ error }))
  return { signature, signed }
}

describe('a message', () => {
  test.each([
    ['a plain account', null, '0x'],
    ['a smart account that is deployed', 'hybrid', '0x6000'],
    ['an account that may be lent', 'eip7702', '0x'],
  ] as const)('of %s is signed by its owner', async (_, kind, code) => {
    const { signature, signed } = await sign(kind, code)
    expect(signature).toBe(plain)
    expect(signed).toEqual([{ ...message, address: owner }])
  })

  test('of a smart account that is not deployed says how to deploy it (ERC-6492)', async () => {
    const { signature, signed } = await sign('hybrid')
    expect(parseErc6492Signature(signature as `0x${string}`)).toEqual({
      address: factory,
      data: factoryData,
      signature: plain,
    })
    expect(signed).toEqual([{ ...message, address: owner }])
  })

  test('is not signed while nobody says whether the account is deployed', async () => {
    const { signature, signed } = await sign('hybrid', new AppError('CHAIN_UNREACHABLE'))
    expect(signature).toMatchObject({ error: { name: 'CHAIN_UNREACHABLE' } })
    expect(signed).toEqual([])
  })
})
