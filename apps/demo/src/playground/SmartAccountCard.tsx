import { useState } from 'react'
import type { Address } from 'viem'
import type { Token } from '../deployment.ts'
import { approveAndTransfer, describeCapabilities, sendBatch, transfers } from './batches.ts'
import { Card } from './Card.tsx'
import { grantSessionKey, revokeSessionKey, type SessionKey } from './sessionKey.ts'

const allowance = '0.05'
const within = '0.02'
const above = '0.5'

type SmartAccountCardProps = {
  usdc: Token
  /** The exchange, which spends the tokens. */
  router: Address
  receiver: Address
  chainId: number
  /** Makes a click run a function with the account and log its result. */
  act: (title: string, work: (account: Address) => Promise<string>) => () => void
  busy: boolean
}

/** The extra features of smart accounts: batches of calls, fees that the project pays, keys that spend without asking. */
export const SmartAccountCard = ({ usdc, router, receiver, chainId, act, busy }: SmartAccountCardProps) => {
  const [session, setSession] = useState<SessionKey | null>(null)
  const hasSession = session?.chainId === chainId

  const ask = act('What the account can do', (account) => describeCapabilities(account, chainId))
  const batch = act('Approve and send 1 USDC', (account) =>
    sendBatch(account, chainId, approveAndTransfer(usdc, router, receiver, '1')),
  )
  const ten = act('Send 1 USDC ten times', (account) => sendBatch(account, chainId, transfers(usdc, receiver, '1', 10)))
  const grant = act(`Let a key spend ${allowance} ETH`, async () => {
    setSession(await grantSessionKey(chainId, allowance))
    return `A key of this page may send ${allowance} ETH within an hour`
  })
  const spend = (amount: string) =>
    act(`Spend ${amount} ETH by the key`, async () => {
      if (session === null) throw new Error('There is no key')
      return `Sent without asking: ${await session.spend(receiver, amount)}`
    })
  const revoke = act('Take the key back', async () => {
    if (session === null) throw new Error('There is no key')
    await revokeSessionKey(session)
    return 'The key can spend nothing more'
  })

  const always: [label: string, onClick: () => void][] = [
    ['Capabilities', ask],
    ['Approve and send 1 USDC', batch],
    ['Send 1 USDC ten times', ten],
    [`Let a key spend ${allowance} ETH`, grant],
  ]
  const withKey: [label: string, onClick: () => void][] = [
    [`Spend ${within} ETH by the key`, spend(within)],
    [`Spend ${above} ETH by the key`, spend(above)],
    ['Take the key back', revoke],
  ]
  return (
    <Card title="Several calls as one, and keys that may spend" note="Smart account">
      {always.map(([label, onClick]) => (
        <button key={label} type="button" onClick={onClick} disabled={busy}>
          {label}
        </button>
      ))}
      {withKey.map(([label, onClick]) => (
        <button key={label} type="button" className="quiet" onClick={onClick} disabled={busy || !hasSession}>
          {label}
        </button>
      ))}
    </Card>
  )
}
