/** Minutes in which the removal of another's lock is agreed and done, and its grant lives (T48, G23, R14). */
export const emergencyMinutes = 10
