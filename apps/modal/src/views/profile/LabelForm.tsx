import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/profile'
import { Button, ButtonRow, Stack, TextField } from '@latchkey/ui'
import { useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { labelAddressAtom } from '../../state/addressLabels.ts'

export type LabelFormProps = { address: string; label: string; onDone: () => void }

/** Edits the user's label of an address. Escape discards the change, and keeps the modal open. */
export function LabelForm({ address, label, onDone }: LabelFormProps) {
  const [value, setValue] = useState(label)
  const name = useSetAtom(labelAddressAtom)
  const save = () => {
    name(address, value)
    onDone()
  }
  return (
    <Stack gap={2}>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        value={value}
        maxLength={32}
        autoFocus
        onChange={setValue}
        onSubmit={save}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onDone()
        }}
      />
      <ButtonRow>
        <Button variant="secondary" onClick={onDone}>
          {commonT('cancel')}
        </Button>
        <Button onClick={save}>{t('save')}</Button>
      </ButtonRow>
    </Stack>
  )
}
