export { SliderVerify } from './SliderVerify.tsx'
