import type { ProjectConfig } from '@latchkey/api-client'
import type { ModalOptions } from '../Modal.ts'

/** What is asked of a user who has connected: why, and whether they may skip it. */
export type Capture = { purpose: string; isRequired: boolean }

/**
 * What the project and the page want of a user; null for nothing. The project's word is stronger than the page's; one that has said
 * nothing, or can't be asked, leaves it to the page. Without a purpose of the project nothing is asked: the backend takes no address then.
 */
export function readCapture(
  config: ProjectConfig | null,
  own: NonNullable<ModalOptions['features']>['emailCapture'],
): Capture | null {
  const purpose = config?.emailCapture?.purpose
  if (config === null || purpose === undefined) return null
  if (config.features === null) return own === undefined ? null : { purpose, isRequired: own === 'required' }
  const feature = config.features.find(({ id }) => id === 'email_capture')
  if (feature?.isEnabled !== true) return null
  return { purpose, isRequired: feature.config === null ? own === 'required' : feature.config.includes('required') }
}
