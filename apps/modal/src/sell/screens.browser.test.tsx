import { screenTables } from '../../gallery/screens.fixture.ts'
import { testScreens } from '../../gallery/testScreens.fixture.ts'

testScreens(screenTables.sell)
