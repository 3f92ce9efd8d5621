import { createHash } from 'node:crypto'
import { paymasterAddress } from '@latchkey/contracts'
import { type Address, type Hex, parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { Addresses } from '../addresses.ts'

/** A public and worthless key: the local api signs sponsored operations of the local projects with it. */
export const localPaymasterKey: Hex = `0x${createHash('sha256').update('latchkey local paymaster').digest('hex')}`

/** The first development account withdraws the deposit. */
export const localPaymasterRoles = {
  owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  signer: privateKeyToAddress(localPaymasterKey),
} as const

/** The address of our paymaster on both local chains. */
export const localPaymaster: Address = paymasterAddress(localPaymasterRoles)

/** Its initial deposit (wei). */
export const localPaymasterDeposit = parseEther('1000')

/** The smart accounts on the local chains: on A one with its own address, on B the user's own address delegates. */
export const localSmartAccounts = ({ bundlerA, bundlerB }: Addresses) =>
  ({
    'eip155:31337': { kind: 'hybrid', bundler: bundlerA, paymaster: localPaymaster },
    'eip155:1337': { kind: 'eip7702', bundler: bundlerB, paymaster: localPaymaster },
  }) as const
