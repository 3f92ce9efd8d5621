import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/send'
import { Address, Avatar, Link, Notice, Row, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useRef } from 'react'
import { formErrorWords } from '../../parts/sendWords.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from '../../state/networks.ts'
import { recipientTextAtom } from '../../state/send/form.ts'
import {
  lookUpAgainAtom,
  type RecipientState,
  recentRecipientsAtom,
  recipientAtom,
  typeRecipientAtom,
} from '../../state/send/recipient.ts'
import { RecipientNotes } from './RecipientNotes.tsx'

const refusedWords = (recipient: RecipientState, network: string): string | undefined => {
  if (recipient.kind === 'refused') return formErrorWords({ name: recipient.reason, details: {} }, network)
  if (recipient.kind === 'unresolved') return formErrorWords(recipient.error, network)
  if (recipient.kind !== 'ready') return undefined
  const refusal = recipient.notes.find(({ severity }) => severity === 'refuse')
  return refusal === undefined ? undefined : t(refusal.kind)
}

/** The recipient: an address, also in CAIP-10, or a name, with the address that it resolves to. */
export function RecipientField({ onSubmit, error }: { onSubmit: () => void; error: string | undefined }) {
  const text = useAtomValue(recipientTextAtom)
  const recipient = useAtomValue(recipientAtom)
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  const type = useSetAtom(typeRecipientAtom)
  const lookUpAgain = useSetAtom(lookUpAgainAtom)
  const recent = useAtomValue(recentRecipientsAtom)
  const whole = useRef<HTMLDivElement>(null)
  const choose = (address: string) => {
    type(address)
    // The row is removed, and its focus with it.
    whole.current?.querySelector('input')?.focus()
  }
  return (
    <div part="send-name" ref={whole}>
      <TextField
        label={t('to')}
        value={text}
        onChange={type}
        onSubmit={onSubmit}
        placeholder={t('toPlaceholder')}
        maxLength={255}
        error={refusedWords(recipient, network) ?? error}
        busy={recipient.kind === 'resolving' ? t('resolving', { name: recipient.name }) : undefined}
        hint={t('toHint', { network })}
      />
      {recent.length > 0 && (
        <ul part="send-recent" aria-label={t('recent')}>
          {recent.map((address) => (
            <li key={address}>
              <Row
                icon={<Avatar address={address} />}
                title={<Address address={address} />}
                description={t('recentText')}
                onClick={() => choose(address)}
              />
            </li>
          ))}
        </ul>
      )}
      {recipient.kind === 'unresolved' && recipient.error.name === 'NAME_UNRESOLVED' && (
        <Link onClick={() => void lookUpAgain()}>{commonT('tryAgain')}</Link>
      )}
      {recipient.kind === 'ready' && recipient.recipient.name !== null && (
        <Notice title={<bdi>{recipient.recipient.name}</bdi>}>
          <Address address={recipient.recipient.address} form="full" />
        </Notice>
      )}
      {recipient.kind === 'ready' && <RecipientNotes notes={recipient.notes} address={recipient.recipient.address} />}
    </div>
  )
}
