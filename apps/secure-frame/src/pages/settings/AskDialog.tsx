import { t as commonT } from '@latchkey/copy/common'
import { Button, ButtonRow, Dialog, Header, Stack } from '@latchkey/ui'
import type { ReactNode } from 'react'

export type AskDialogProps = {
  open: boolean
  title: string
  /** What will happen, and what will not. */
  children: ReactNode
  /** What the button does, in a verb. */
  action: string
  variant?: 'primary' | 'danger'
  onConfirm: () => void
  onClose: () => void
}

/** A last question before something that is not easily undone. */
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
