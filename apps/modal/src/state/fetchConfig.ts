import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { arrivedConfigAtom } from '../remote-config/features.ts'
import { mergeConfig } from '../remote-config/mergeConfig.ts'
import { type Services, servicesAtom } from '../services.ts'
import { raiseAlertAtom } from './alerts.ts'
import { setOutageAtom } from './banner.ts'
import { loadOnce } from './loadOnce.ts'

const loadConfig = loadOnce((services) => services.loadProjectConfig())

const isRefusal = (name: string): boolean => name === 'ORIGIN_NOT_ALLOWED' || name === 'PROJECT_UNKNOWN'

const isPageRefused = (checkOrigin: Services['checkOrigin']): Promise<boolean> =>
  checkOrigin().then(
    () => false,
    (thrown) => isRefusal(AppError.from(thrown).name),
  )

/**
 * Requests the project's decisions about its pages, once per page load, and stores the response for the next one. A failure keeps the last
 * valid copy and is reported: APKT009, APKT010. Rejections of the page are `checkProjectAtom`'s to report. Never throws.
 */
export const fetchConfigAtom = atom(null, async (get, set): Promise<void> => {
  const { settings, storage, checkOrigin } = get(servicesAtom)
  try {
    const config = await loadConfig(get, set)
    if (get(arrivedConfigAtom) !== null) return
    set(setOutageAtom, false)
    const merged = mergeConfig(config, settings)
    set(arrivedConfigAtom, merged)
    storage.write('project-config', JSON.stringify(merged.remote))
    if (merged.overridden.length > 0)
      set(raiseAlertAtom, 'APKTW004', { options: merged.overridden.map((option) => `\`${option}\``).join(', ') })
  } catch (thrown) {
    const { name } = AppError.from(thrown instanceof AppError ? thrown.cause : thrown)
    if (isRefusal(name)) return
    // A page that the project doesn't list can't read the api's response.
    if (name === 'SERVICE_UNREACHABLE' && (await isPageRefused(checkOrigin))) return
    set(setOutageAtom, name === 'SERVICE_UNREACHABLE')
    const isLimit = name === 'LIMIT_EXCEEDED' || name === 'RATE_LIMITED'
    set(raiseAlertAtom, isLimit ? 'APKT010' : 'APKT009.config', { apiUrl: settings.apiUrl })
  }
})
