import { mountPage } from '../link/mountPage.ts'
import type { Handover } from './createHandover.ts'
import { SocialPage } from './SocialPage.tsx'

/** Mounts the result page of a provider. */
export const mountSocial = (document: Document, handover: Handover): void => {
  mountPage(document.body.appendChild(document.createElement('div')), <SocialPage handover={handover} />)
}
