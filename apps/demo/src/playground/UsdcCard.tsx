import { type Address, formatUnits } from 'viem'
import { askFaucet } from '../askFaucet.ts'
import type { Token } from '../deployment.ts'
import { Card } from './Card.tsx'
import { describeReceipt } from './describeReceipt.ts'
import { approveToken, signPermit, transferToken } from './usdc.ts'

const amount = '10'
const allowance = '100'
const permitted = '50'

type UsdcCardProps = {
  usdc: Token
  /** The exchange, which spends the tokens. */
  router: Address
  balance: bigint | null
  receiver: Address
  chainId: number
  /** Makes a click run a function with the account and log its result. */
  act: (title: string, work: (account: Address) => Promise<string>) => () => void
  busy: boolean
}

/** The user's USDC on a local chain: get some, send some, set an allowance for the exchange, by transaction or by signature. */
export const UsdcCard = ({ usdc, router, balance, receiver, chainId, act, busy }: UsdcCardProps) => {
  const getTokens = act('Get local tokens', async (account) => {
    await askFaucet('/faucet/tokens', chainId, account)
    return 'The faucet sent USDC, LKEY and an NFT'
  })
  const send = act(`Send ${amount} USDC`, async (account) =>
    describeReceipt(await transferToken(account, usdc, receiver, amount)),
  )
  const approve = act('Approve USDC spending', async (account) =>
    describeReceipt(await approveToken(account, usdc, router, allowance)),
  )
  const permit = act('Sign USDC permit', async (account) => {
    const { deadline, signature } = await signPermit(account, usdc, router, permitted)
    return `The token accepts the permit, until ${deadline}: ${signature}`
  })
  const actions: [label: string, onClick: () => void][] = [
    ['Get local tokens', getTokens],
    [`Send ${amount} USDC`, send],
    ['Approve USDC spending', approve],
    ['Sign USDC permit', permit],
  ]

  return (
    <Card title={balance === null ? '–' : `${formatUnits(balance, usdc.decimals)} USDC`} note="Your USDC" name="usdc">
      {actions.map(([label, onClick]) => (
        <button key={label} type="button" onClick={onClick} disabled={busy}>
          {label}
        </button>
      ))}
    </Card>
  )
}
