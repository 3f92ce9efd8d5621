import { type EvmNetwork, shortAddress } from '@latchkey/chains'
import { Notice } from '@latchkey/ui'
import type { SetUp } from './fillOperation.ts'

/** What the first operation of an account does besides, in plain words; nothing for an account that is set up. */
export function SetUpNotice({ setUp, network }: { setUp: SetUp | null; network: EvmNetwork }) {
  if (setUp === null) return null
  if (setUp.kind === 'lend' && setUp.instead !== null) {
    return (
      <Notice variant="warning" title="This also changes how your account works">
        On {network.name}, it runs the code of another wallet now: <bdi>{shortAddress(setUp.instead)}</bdi>. This puts
        ours in its place. What you have stays where it is.
      </Notice>
    )
  }
  return (
    <Notice title="This also sets up your smart account">
      {setUp.kind === 'deploy'
        ? `It happens once on ${network.name}, in the same step. That is why the fee is higher this time.`
        : `It happens once on ${network.name}, in the same step. Your address and what you have stay as they are.`}
    </Notice>
  )
}
