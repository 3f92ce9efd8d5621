import { Button, ButtonRow, Stack, TextField } from '@latchkey/ui'
import { useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { labelAddressAtom } from '../../state/addressLabels.ts'
import { sayLater as say } from '../../words/sayLater.ts'

export type LabelFormProps = { address: string; label: string; onDone: () => void }

/** What the visitor calls an address. Escape leaves it as it was, and the modal open. */
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
        label={say('profile.name')}
        hint={say('profile.nameHint')}
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
          {say('profile.cancel')}
        </Button>
        <Button onClick={save}>{say('profile.save')}</Button>
      </ButtonRow>
    </Stack>
  )
}
