export default function DepartmentPage() {
  return null
}
