import type { Modal } from '@latchkey/modal'
import { useLatchkey } from '@latchkey/modal/react'
import { useCallback, useEffect, useState } from 'react'
import { Card } from './Card.tsx'
import type { SignerKind } from './SignerKind.ts'

type NamespaceCardProps = {
  modal: Modal
  kind: SignerKind
  message: string
  /** Runs a function and logs its result. */
  run: (title: string, work: () => Promise<string>) => Promise<void>
  busy: boolean
}

/** The wallet of another namespace: connects one, and requests a signature. */
export const NamespaceCard = ({ modal, kind, message, run, busy }: NamespaceCardProps) => {
  const { namespace, name, signMessage, actions, balanceOf } = kind
  const { address, caipNetworkId } = useLatchkey(modal, namespace)
  const [balance, setBalance] = useState<string | null>(null)
  const refresh = useCallback(async () => {
    setBalance(address === null || balanceOf === undefined ? null : await balanceOf(address, caipNetworkId))
  }, [address, caipNetworkId, balanceOf])
  useEffect(() => {
    refresh().catch(() => setBalance(null))
  }, [refresh])
  const act = (title: string, work: () => Promise<string>) => () => void run(title, work).then(refresh, () => undefined)

  return (
    <Card title={address ?? 'Not connected'} note={balance === null ? name : `${name} · ${balance}`}>
      {address === null ? (
        <button type="button" className="quiet" onClick={() => void modal.open({ namespace })}>
          {`Connect ${name}`}
        </button>
      ) : (
        <>
          <button type="button" onClick={act(`Sign with ${name}`, () => signMessage(modal, message))} disabled={busy}>
            {`Sign with ${name}`}
          </button>
          {actions
            .filter(({ only }) => only === undefined || only === caipNetworkId)
            .map(({ label, act: work }) => (
              <button key={label} type="button" onClick={act(label, () => work(modal))} disabled={busy}>
                {label}
              </button>
            ))}
        </>
      )}
    </Card>
  )
}
