import { ImageIcon } from '@latchkey/ui'
import { ProviderIcon } from '@latchkey/ui/provider'
import type { SocialProvider } from '../../Modal.ts'

export type ProviderPictureProps = {
  provider: SocialProvider
  /** The text for a pending step there; a ring runs around it meanwhile. */
  busy?: string | undefined
}

/** A provider's mark where a view is about it. */
export function ProviderPicture({ provider, busy }: ProviderPictureProps) {
  return (
    <ImageIcon
      size={72}
      busy={busy}
      fallback={
        <span part="provider-picture">
          <ProviderIcon provider={provider} size={36} />
        </span>
      }
    />
  )
}
