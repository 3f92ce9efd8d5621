import type { Modal } from '@latchkey/modal'
import { useSession } from '@latchkey/modal/react'
import { askModes, readAskMode } from '../readQuestions.ts'
import { Card } from './Card.tsx'

type SessionCardProps = {
  modal: Modal
  /** Runs a function and logs its result. */
  run: (title: string, work: () => Promise<string>) => Promise<void>
  busy: boolean
}

const titles = {
  none: 'Not signed in with a message',
  checking: 'Looking for a session',
  asking: 'Asking for a signature',
  proven: 'Signed in with a message',
} as const

/** Shows whether the active account has signed in with a message, and the tokens that a server gets for it. */
export const SessionCard = ({ modal, run, busy }: SessionCardProps) => {
  const { status } = useSession(modal)
  const mode = readAskMode(location.search, 'siwx')
  const getToken = (walletProof: boolean) => async () => {
    const nonce = crypto.randomUUID().replaceAll('-', '')
    const token = await modal.getIdToken({ nonce, ...(walletProof ? { walletProof } : {}) })
    const proof = token.walletProof === undefined ? '' : ` signed by ${token.walletProof.account}`
    // The nonce is for the token's verifier; an app's own comes from its server.
    return `${token.idToken} for the nonce ${nonce}${proof}`
  }
  return (
    <Card title={titles[status]} note="Session">
      <label>
        Sign-in message{' '}
        <select value={mode} onChange={({ target }) => location.assign(`?siwx=${target.value}`)}>
          {askModes.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {mode !== 'off' && status === 'none' && (
        <button type="button" onClick={() => void modal.open({ view: 'SIWXSignMessage' })} disabled={busy}>
          Sign in with a message
        </button>
      )}
      <button type="button" onClick={() => void run('Get ID token', getToken(false))} disabled={busy}>
        Get ID token
      </button>
      <button type="button" onClick={() => void run('Get signed ID token', getToken(true))} disabled={busy}>
        Get signed ID token
      </button>
    </Card>
  )
}
