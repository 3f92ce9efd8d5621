import type { Modal } from '@latchkey/modal'
import { useLatchkey } from '@latchkey/modal/react'
import { Card } from './Card.tsx'
import type { SignerKind } from './SignerKind.ts'

type NamespaceCardProps = {
  modal: Modal
  kind: SignerKind
  message: string
  /** Runs something and writes down how it went. */
  run: (title: string, work: () => Promise<string>) => Promise<void>
  busy: boolean
}

/** The wallet of another kind of network: connect one, and have it sign. */
export const NamespaceCard = ({ modal, kind, message, run, busy }: NamespaceCardProps) => {
  const { namespace, name, signMessage } = kind
  const { address } = useLatchkey(modal, namespace)
  return (
    <Card title={address ?? 'Not connected'} note={name}>
      {address === null ? (
        <button type="button" className="quiet" onClick={() => void modal.open({ namespace })}>
          {`Connect ${name}`}
        </button>
      ) : (
        <button
          type="button"
          onClick={() => void run(`Sign with ${name}`, () => signMessage(modal, message))}
          disabled={busy}
        >
          {`Sign with ${name}`}
        </button>
      )}
    </Card>
  )
}
