import './playground.css'
import { useConnections, useLatchkey } from '@latchkey/modal/react'
import { useState } from 'react'
import { type Address, formatEther, isAddress, parseEther } from 'viem'
import { askFaucet } from '../askFaucet.ts'
import { chains } from '../chains.ts'
import { deployment } from '../deployment.ts'
import { chain, modal, wallet } from '../latchkey.ts'
import { bitcoin } from './bitcoin.ts'
import { Card } from './Card.tsx'
import { Connections } from './Connections.tsx'
import { describeReceipt } from './describeReceipt.ts'
import { Head } from './Head.tsx'
import { NamespaceCard } from './NamespaceCard.tsx'
import { SessionCard } from './SessionCard.tsx'
import { SmartAccountCard } from './SmartAccountCard.tsx'
import { solana } from './solana.ts'
import { UsdcCard } from './UsdcCard.tsx'
import { useBalances } from './useBalances.ts'
import { useLog } from './useLog.ts'

const message = 'Hello from the Latchkey demo'
const amount = '0.1'
const someone: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const nameOf = (chainId: number): string => chains[chainId]?.name ?? `Chain ${chainId}`

const order = (chainId: number) =>
  ({
    domain: { name: 'Latchkey demo', version: '1', chainId },
    types: {
      Order: [
        { name: 'item', type: 'string' },
        { name: 'pieces', type: 'uint256' },
      ],
    },
    primaryType: 'Order',
    message: { item: 'Door key', pieces: 2n },
  }) as const

type Act = (title: string, work: (account: Address) => Promise<string>) => () => void

/** The on-chain actions of the buttons. */
const actionsOf = (act: Act, chainId: number, receiver: Address) => {
  const signMessage = act('Sign a message', async (account) => {
    const signature = await wallet.signMessage({ account, message })
    // Verified on the chain, since it may be a contract's (ERC-1271), also of a contract not yet deployed (ERC-6492).
    const valid = await chain.verifyMessage({ address: account, message, signature })
    return `${valid ? 'Valid signature' : 'INVALID signature'} ${signature}`
  })
  const signOrder = act('Sign typed data', async (account) => {
    const signature = await wallet.signTypedData({ account, ...order(chainId) })
    const valid = await chain.verifyTypedData({ address: account, ...order(chainId), signature })
    return `${valid ? 'Valid signature' : 'INVALID signature'} ${signature}`
  })
  const send = act(`Send ${amount} ETH`, async (account) => {
    const hash = await wallet.sendTransaction({
      account,
      chain: null,
      to: receiver,
      value: parseEther(amount),
    })
    return describeReceipt(hash)
  })
  const getEther = act('Get local ETH', async (account) => {
    await askFaucet('/faucet', chainId, account)
    return 'The faucet sent some ETH'
  })
  return { signMessage, signOrder, send, getEther }
}

type ReceiverCardProps = {
  balance: bigint | null
  receiver: string
  onChange: (receiver: string) => void
  onSend: () => void
  busy: boolean
}

const ReceiverCard = ({ balance, receiver, onChange, onSend, busy }: ReceiverCardProps) => (
  <Card title={balance === null ? '–' : `${formatEther(balance)} ETH`} note="Balance of the receiver" name="theirs">
    <label>
      Receiver
      <input
        value={receiver}
        onChange={(event) => onChange(event.target.value)}
        spellCheck={false}
        autoComplete="off"
      />
    </label>
    <button type="button" onClick={onSend} disabled={busy}>{`Send ${amount} ETH`}</button>
  </Card>
)

/** The log, newest first. */
const Results = ({ entries, running }: Pick<ReturnType<typeof useLog>, 'entries' | 'running'>) => (
  <section className="results" aria-label="Results">
    <h2>Results</h2>
    <div role="log" aria-label="Results">
      <ol>
        {running !== null && <li className="running">{running}…</li>}
        {entries.map(({ id, title, detail, failed }) => (
          <li key={id} className={failed ? 'failed' : ''}>
            <b>{title}</b> <span>{detail}</span>
          </li>
        ))}
        {running === null && entries.length === 0 && <li className="running">Nothing yet</li>}
      </ol>
    </div>
  </section>
)

export const Playground = () => {
  const { address: shown, loading } = useLatchkey(modal)
  const { address, chainId } = useLatchkey(modal, 'eip155')
  const connections = useConnections(modal)
  const isConnected = connections.length > 0
  const { entries, running, run } = useLog()
  const [receiver, setReceiver] = useState<string>(someone)
  const to = isAddress(receiver) ? receiver : someone
  const { balances, refresh } = useBalances(address, to, chainId)

  const act = (title: string, work: (account: Address) => Promise<string>) => () => {
    if (address !== null) void run(title, () => work(address)).then(refresh)
  }
  const { signMessage, signOrder, send, getEther } = actionsOf(act, chainId, receiver as Address)
  const other = chainId === 31337 ? 1337 : 31337
  const switchNetwork = act(`Switch to ${nameOf(other)}`, async () => {
    await wallet.switchChain({ id: other })
    return `On ${nameOf(other)}`
  })
  const busy = address === null || running !== null

  return (
    <>
      <Head at="/playground">
        {/* Not disabled while it loads: that would lose the focus, which the modal returns when it closes. */}
        <button
          type="button"
          className={isConnected ? 'quiet' : ''}
          onClick={() => void modal.open()}
          aria-busy={loading}
        >
          {shown === null ? 'Connect' : `${shown.slice(0, 6)}…${shown.slice(-4)}`}
        </button>
      </Head>
      <main>
        <h1>{isConnected ? 'You are connected' : 'Sign in to try it'}</h1>
        <p className="lead">
          {isConnected
            ? 'You’re on a local test network. Nothing here is worth money.'
            : 'Use your email, a login provider, or a wallet you have. You’re on a local test network.'}
        </p>
        <Card title={nameOf(chainId)} note="Network">
          <button type="button" onClick={switchNetwork} disabled={busy}>{`Switch to ${nameOf(other)}`}</button>
        </Card>
        <Card title={balances === null ? '–' : `${formatEther(balances.mine)} ETH`} note="Your balance" name="mine">
          <button type="button" onClick={getEther} disabled={busy}>
            Get local ETH
          </button>
        </Card>
        <ReceiverCard
          balance={balances?.theirs ?? null}
          receiver={receiver}
          onChange={setReceiver}
          onSend={send}
          busy={busy}
        />
        {deployment.local !== undefined && (
          <UsdcCard
            {...deployment.local}
            balance={balances?.usdc ?? null}
            receiver={receiver as Address}
            chainId={chainId}
            act={act}
            busy={busy}
          />
        )}
        {deployment.local !== undefined && (
          <SmartAccountCard
            {...deployment.local}
            receiver={receiver as Address}
            chainId={chainId}
            act={act}
            busy={busy}
          />
        )}
        <Card title={`“${message}”`} note="Message">
          <button type="button" onClick={signMessage} disabled={busy}>
            Sign message
          </button>
          <button type="button" onClick={signOrder} disabled={busy}>
            Sign typed data
          </button>
        </Card>
        {[solana, bitcoin].map((kind) => (
          <NamespaceCard
            key={kind.namespace}
            modal={modal}
            kind={kind}
            message={message}
            run={run}
            busy={running !== null}
          />
        ))}
        <SessionCard modal={modal} run={run} busy={shown === null || running !== null} />
        <Connections connections={connections} />
        <Results entries={entries} running={running} />
      </main>
    </>
  )
}
