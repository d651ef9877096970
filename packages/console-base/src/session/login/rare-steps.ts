// Steps few people see: fetched when they come, so that the login page stays light (performance.md P12).
export { BindPhoneForm } from './BindPhoneForm.tsx'
export { EnrolForm } from './EnrolForm.tsx'
export { QrForm } from './QrForm.tsx'
export { RecoveryCodes } from './RecoveryCodes.tsx'
export { SecondFactorForm } from './SecondFactorForm.tsx'
