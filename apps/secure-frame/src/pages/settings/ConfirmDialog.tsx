import { Dialog, Header, Stack, Text } from '@latchkey/ui'
import { useState, useSyncExternalStore } from 'react'
import { CodeForm, codeHeading } from '../../login/CodeForm.tsx'
import type { CodeStep } from '../../login/createCodeStep.ts'
import type { Settings } from './createSettings.ts'

const title = 'Confirm it is you'

/** Asks for the code that an action waits for; there while one does. */
export function ConfirmDialog({ confirming }: Pick<Settings, 'confirming'>) {
  const asked = useSyncExternalStore(confirming.subscribe, confirming.current)
  // On its way out the dialog still shows what it showed.
  const [shown, setShown] = useState(asked)
  if (asked !== null && asked !== shown) setShown(asked)
  const leave = () => asked?.leave()

  return (
    <Dialog open={asked !== null} label={title} onClose={leave} onExited={() => setShown(null)}>
      <Header title={title} onClose={leave} />
      {shown !== null && <Question key={shown.step.state().email} step={shown.step} why={shown.why} />}
    </Dialog>
  )
}

function Question({ step, why }: { step: CodeStep<void>; why: string }) {
  const state = useSyncExternalStore(step.subscribe, step.state)
  return (
    <div className="settings-dialog">
      <Stack gap={2}>
        <Text align="center">{why}</Text>
        <Text tone="secondary" align="center">
          {state.mails === 0 ? codeHeading(state) : 'We sent six digits to'}{' '}
          {state.mails > 0 && <bdi className="settings-email">{state.email}</bdi>}
        </Text>
      </Stack>
      <CodeForm step={step} />
    </div>
  )
}
