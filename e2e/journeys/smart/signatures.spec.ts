import { type Hex, stringToHex } from 'viem'
import { expect, test } from '../../fixtures.ts'
import { SmartDapp, type SmartKind, smartChains } from './SmartDapp.ts'

const someone = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const message = 'I own this smart account'
const other = 'I own that smart account'

const typedDataOf = (chainId: number, contents: string) =>
  ({
    domain: { name: 'Probe', version: '1', chainId },
    types: { Note: [{ name: 'contents', type: 'string' }] },
    primaryType: 'Note',
    message: { contents },
  }) as const

/** ERC-6492: whether the signature includes its account's deployment. */
const isWrapped = (signature: Hex): boolean => signature.endsWith('6492'.repeat(8))

for (const kind of Object.keys(smartChains) as SmartKind[]) {
  test(`a signature of the smart account (${kind}) verifies everywhere, before it is deployed and after`, async ({
    page,
    stack,
    email,
  }) => {
    const dapp = await SmartDapp.open(page, stack, email, kind)
    const { address, chain } = dapp
    const typedData = typedDataOf(smartChains[kind].id, message)

    const sign = async (): Promise<Hex[]> => [
      (await dapp.confirmed('personal_sign', [stringToHex(message), address])) as Hex,
      (await dapp.confirmed('eth_signTypedData_v4', [address, JSON.stringify(typedData)])) as Hex,
    ]
    const expectGood = async ([ofMessage = '0x', ofTypedData = '0x']: readonly Hex[]): Promise<void> => {
      expect(await chain.verifyMessage({ address, message, signature: ofMessage })).toBe(true)
      expect(await chain.verifyMessage({ address, message: other, signature: ofMessage })).toBe(false)
      expect(await chain.verifyMessage({ address: someone, message, signature: ofMessage })).toBe(false)
      expect(await chain.verifyTypedData({ address, ...typedData, signature: ofTypedData })).toBe(true)
      const another = typedDataOf(smartChains[kind].id, other)
      expect(await chain.verifyTypedData({ address, ...another, signature: ofTypedData })).toBe(false)
    }

    expect(await dapp.isDeployed()).toBe(false)
    const before = await sign()
    // Only an account without code needs to include its deployment.
    expect(before.map(isWrapped)).toEqual([kind === 'hybrid', kind === 'hybrid'])
    await expectGood(before)

    const transaction = { from: address, to: someone, value: '0x1' }
    expect(await dapp.confirmed('eth_sendTransaction', [transaction])).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await dapp.isDeployed()).toBe(true)

    const after = await sign()
    expect(after.map(isWrapped)).toEqual([false, false])
    await expectGood(after)
    await expectGood(before)
  })
}
