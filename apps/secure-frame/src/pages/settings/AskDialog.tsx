import { t as commonT } from '@latchkey/copy/common'
import { Button, ButtonRow, Dialog, Header, Stack } from '@latchkey/ui'
import type { ReactNode } from 'react'

export type AskDialogProps = {
  open: boolean
  title: string
  /** The consequences of the action, and their limits. */
  children: ReactNode
  /** The action of the button, as a verb. */
  action: string
  variant?: 'primary' | 'danger'
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation of an action that is hard to undo. */
export function AskDialog({ open, title, children, action, variant = 'danger', onConfirm, onClose }: AskDialogProps) {
  return (
    <Dialog open={open} label={title} onClose={onClose}>
      <Header title={title} onClose={onClose} closeLabel={commonT('close')} />
      <div className="settings-dialog">
        <Stack gap={3}>{children}</Stack>
        <ButtonRow>
          <Button variant="secondary" onClick={onClose}>
            {commonT('cancel')}
          </Button>
          <Button variant={variant} onClick={onConfirm}>
            {action}
          </Button>
        </ButtonRow>
      </div>
    </Dialog>
  )
}
