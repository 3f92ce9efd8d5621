import { t } from '@latchkey/copy/send'
import { Address, Notice } from '@latchkey/ui'
import { useAtomValue } from 'jotai/react'
import type { RecipientNote } from '../../send/recipientRules.ts'
import { tokenAtom } from '../../state/send/form.ts'

/** Warnings about a recipient before sending. The field itself shows why one is blocked. */
export function RecipientNotes({ notes, address }: { notes: readonly RecipientNote[]; address: string }) {
  const symbol = useAtomValue(tokenAtom)?.symbol ?? ''
  return notes.map((note) => {
    switch (note.kind) {
      case 'lookalike':
        return (
          <Notice key={note.kind} variant="danger" title={t('lookalike')}>
            <p>{t('lookalikeText')}</p>
            <Address address={address} form="full" lookalike={note.of} />
            <Address address={note.of} form="full" />
          </Notice>
        )
      case 'contract':
      case 'self':
        return (
          <Notice key={note.kind} variant="warning" title={t(note.kind)}>
            {t(`${note.kind}Text`, { symbol })}
          </Notice>
        )
      default:
        return null
    }
  })
}
