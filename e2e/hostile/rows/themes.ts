import type { Theme } from '../lanes/Lane.ts'
import type { ChromiumGround } from '../Scenario.ts'
import { claimRows } from './claims.ts'
import { clickjackingRows } from './clickjacking.ts'
import { egressRows } from './egress.ts'
import { integrityRows, servedRows } from './integrity.ts'
import { lifecycleRows } from './lifecycle.ts'
import { messageRows } from './messages.ts'
import { neighbourRows } from './neighbours.ts'
import { lookAlikeRows, originRows } from './origins.ts'
import { profile5Rows } from './profile5.ts'
import { signInMessageRows } from './signInMessages.ts'
import { socialRows } from './social.ts'
import { solanaSwapRows } from './solanaSwaps.ts'
import { swapRows } from './swaps.ts'
import { vaultRows } from './vault.ts'

/** Rows about policies, origins and scripts: they only need tabs, and run in Firefox too. */
export const everywhere: readonly Theme[] = [
  { title: 'origins', rows: originRows, honest: 'after a few' },
  { title: 'integrity', rows: integrityRows, honest: 'after a few' },
  { title: 'egress', rows: egressRows, honest: 'after each' },
]

/** Every row. */
export const inChromium: readonly Theme<ChromiumGround>[] = [
  ...everywhere,
  { title: 'look-alike origins', rows: lookAlikeRows, honest: 'after a few' },
  { title: 'served files', rows: servedRows, honest: 'after a few' },
  { title: 'claims', rows: claimRows, honest: 'after a few' },
  { title: 'messages', rows: messageRows, honest: 'after a few' },
  { title: 'swaps', rows: [...swapRows, ...solanaSwapRows], honest: 'after a few' },
  { title: 'neighbours', rows: neighbourRows, honest: 'after a few' },
  { title: 'profile 5', rows: profile5Rows, honest: 'after a few' },
  { title: 'clickjacking', rows: clickjackingRows, honest: 'after a few' },
  { title: 'sign-in messages', rows: signInMessageRows, honest: 'after each' },
  { title: 'sign-ins at a provider', rows: socialRows, honest: 'after each' },
  { title: 'vault', rows: vaultRows, honest: 'after each' },
  { title: 'lifecycle', rows: lifecycleRows, honest: 'after each' },
]
