import type { Addresses } from '../addresses.ts'
import { localPaymaster } from './localPaymaster.ts'

/** Which smart accounts people have on the local chains: on A one of its own address, on B their own address lends itself. */
export const localSmartAccounts = ({ bundlerA, bundlerB }: Addresses) =>
  ({
    'eip155:31337': { kind: 'hybrid', bundler: bundlerA, paymaster: localPaymaster },
    'eip155:1337': { kind: 'eip7702', bundler: bundlerB, paymaster: localPaymaster },
  }) as const
