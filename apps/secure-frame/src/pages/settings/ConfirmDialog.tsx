import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/settings'
import { Dialog, Header, Stack, Text } from '@latchkey/ui'
import { useState, useSyncExternalStore } from 'react'
import { CodeForm, codeLead } from '../../login/CodeForm.tsx'
import { ProviderForm } from '../../login/ProviderForm.tsx'
import type { Question as Asked } from './createStepUpPrompt.ts'
import type { Settings } from './Settings.ts'

type AskedStep = Asked['step']

/** Asks for the proof that an action waits for; shown while one does. */
export function ConfirmDialog({ stepUpPrompt, stage }: Pick<Settings, 'stepUpPrompt' | 'stage'>) {
  const asked = useSyncExternalStore(stepUpPrompt.subscribe, stepUpPrompt.current)
  // The dialog would cover the vault's question meanwhile.
  const isOut = useSyncExternalStore(stage.subscribe, () => stage.screen() !== null)
  // While it closes, the dialog keeps its content.
  const [shown, setShown] = useState(asked)
  if (asked !== null && asked !== shown) setShown(asked)
  const leave = () => asked?.leave()
  const title = t('proof.title')

  return (
    <Dialog open={asked !== null && !isOut} label={title} onClose={leave} onExited={() => setShown(asked)}>
      <Header title={title} onClose={leave} closeLabel={commonT('close')} />
      {shown !== null && <Question step={shown.step} why={shown.why} />}
    </Dialog>
  )
}

function Question({ step, why }: { step: AskedStep; why: string }) {
  return (
    <div className="settings-dialog">
      {'provider' in step ? (
        <>
          <Text align="center">{why}</Text>
          <ProviderForm step={step} />
        </>
      ) : (
        <CodeQuestion key={step.state().email} step={step} why={why} />
      )}
    </div>
  )
}

function CodeQuestion({ step, why }: { step: Exclude<AskedStep, { provider: unknown }>; why: string }) {
  const state = useSyncExternalStore(step.subscribe, step.state)
  return (
    <>
      <Stack gap={2}>
        <Text align="center">{why}</Text>
        <Text tone="secondary" align="center">
          {codeLead(state, <bdi className="settings-email">{state.email}</bdi>)}
        </Text>
      </Stack>
      <CodeForm step={step} />
    </>
  )
}
