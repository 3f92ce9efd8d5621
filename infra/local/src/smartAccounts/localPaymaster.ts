import { createHash } from 'node:crypto'
import { paymasterAddress } from '@latchkey/contracts'
import { type Address, type Hex, parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { Addresses } from '../addresses.ts'

/** Known to everybody who reads this, and worth nothing: what the local api signs with, for what the local projects cover. */
export const localPaymasterKey: Hex = `0x${createHash('sha256').update('latchkey local paymaster').digest('hex')}`

/** The first development account takes the deposit out. */
export const localPaymasterRoles = {
  owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  signer: privateKeyToAddress(localPaymasterKey),
} as const

/** Where our paymaster is on both local chains. */
export const localPaymaster: Address = paymasterAddress(localPaymasterRoles)

/** What it starts with (wei). */
export const localPaymasterDeposit = parseEther('1000')

/** Which smart accounts people have on the local chains: on A one of its own address, on B their own address lends itself. */
export const localSmartAccounts = ({ bundlerA, bundlerB }: Addresses) =>
  ({
    'eip155:31337': { kind: 'hybrid', bundler: bundlerA, paymaster: localPaymaster },
    'eip155:1337': { kind: 'eip7702', bundler: bundlerB, paymaster: localPaymaster },
  }) as const
