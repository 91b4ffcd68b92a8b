/** In which order the format has its elements; a reader that goes by its schema refuses any other. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const taskOrder = words(`
  UID GUID ID Name Active Manual Type IsNull CreateDate Contact WBS WBSLevel OutlineNumber OutlineLevel Priority Start
  Finish Duration ManualStart ManualFinish ManualDuration DurationFormat Work Stop Resume ResumeValid EffortDriven
  Recurring OverAllocated Estimated Milestone Summary DisplayAsSummary Critical IsSubproject IsSubprojectReadOnly
  SubprojectName ExternalTask ExternalTaskProject EarlyStart EarlyFinish LateStart LateFinish StartVariance
  FinishVariance WorkVariance FreeSlack TotalSlack StartSlack FinishSlack FixedCost FixedCostAccrual PercentComplete
  PercentWorkComplete Cost OvertimeCost OvertimeWork ActualStart ActualFinish ActualDuration ActualCost
  ActualOvertimeCost ActualWork ActualOvertimeWork RegularWork RemainingDuration RemainingCost RemainingWork
  RemainingOvertimeCost RemainingOvertimeWork ACWP CV ConstraintType CalendarUID ConstraintDate Deadline
  LevelAssignments LevelingCanSplit LevelingDelay LevelingDelayFormat PreLeveledStart PreLeveledFinish Hyperlink
  HyperlinkAddress HyperlinkSubAddress IgnoreResourceCalendar Notes HideBar Rollup BCWS BCWP
  PhysicalPercentComplete EarnedValueMethod PredecessorLink ActualWorkProtected ActualOvertimeWorkProtected
  ExtendedAttribute Baseline OutlineCode IsPublished StatusManager CommitmentStart CommitmentFinish CommitmentType
  TimephasedData`)

export const calendarOrder = words(`
  UID GUID Name IsBaseCalendar IsBaselineCalendar BaseCalendarUID WeekDays Exceptions WorkWeeks`)

export const resourceOrder = words(`
  UID GUID ID Name Type IsNull Initials Phonetics NTAccount MaterialLabel Code Group WorkGroup EmailAddress Hyperlink
  HyperlinkAddress HyperlinkSubAddress MaxUnits PeakUnits OverAllocated AvailableFrom AvailableTo Start Finish CanLevel
  AccrueAt Work RegularWork OvertimeWork ActualWork RemainingWork ActualOvertimeWork RemainingOvertimeWork
  PercentWorkComplete StandardRate StandardRateFormat Cost OvertimeRate OvertimeRateFormat OvertimeCost CostPerUse
  ActualCost ActualOvertimeCost RemainingCost RemainingOvertimeCost WorkVariance CostVariance SV CV ACWP CalendarUID
  Notes BCWS BCWP IsGeneric IsInactive IsEnterprise BookingType ActualWorkProtected ActualOvertimeWorkProtected
  ActiveDirectoryGUID CreationDate ExtendedAttribute Baseline OutlineCode IsCostResource AssnOwner AssnOwnerGuid
  IsBudget AvailabilityPeriods Rates TimephasedData`)

export const assignmentOrder = words(`
  UID GUID TaskUID ResourceUID PercentWorkComplete ActualCost ActualFinish ActualOvertimeCost ActualOvertimeWork
  ActualStart ActualWork ACWP Confirmed Cost CostRateTable RateScale CostVariance CV Delay Finish FinishVariance
  Hyperlink HyperlinkAddress HyperlinkSubAddress WorkVariance HasFixedRateUnits FixedMaterial LevelingDelay
  LevelingDelayFormat LinkedFields Milestone Notes Overallocated OvertimeCost OvertimeWork PeakUnits RegularWork
  RemainingCost RemainingOvertimeCost RemainingOvertimeWork RemainingWork ResponsePending Start Stop Resume
  StartVariance Summary SV Units UpdateNeeded VAC Work WorkContour BCWS BCWP BookingType ActualWorkProtected
  ActualOvertimeWorkProtected CreationDate AssnOwner AssnOwnerGuid BudgetCost BudgetWork ExtendedAttribute Baseline
  TimephasedData`)

export const linkOrder = words(
  'PredecessorUID Type CrossProject CrossProjectName LinkLag LagFormat',
)

export const projectOrder = words(`
  SaveVersion BuildNumber UID GUID Name Title Subject Category Company Manager Author CreationDate Revision LastSaved
  ScheduleFromStart StartDate FinishDate FYStartDate CriticalSlackLimit CurrencyDigits CurrencySymbol CurrencyCode
  CurrencySymbolPosition CalendarUID DefaultStartTime DefaultFinishTime MinutesPerDay MinutesPerWeek DaysPerMonth
  DefaultTaskType DefaultFixedCostAccrual DefaultStandardRate DefaultOvertimeRate DurationFormat WorkFormat
  EditableActualCosts HonorConstraints EarnedValueMethod InsertedProjectsLikeSummary MultipleCriticalPaths
  NewTasksEffortDriven NewTasksEstimated SplitsInProgressTasks SpreadActualCost SpreadPercentComplete
  TaskUpdatesResource FiscalYearStart WeekStartDay MoveCompletedEndsBack MoveRemainingStartsBack
  MoveRemainingStartsForward MoveCompletedEndsForward BaselineForEarnedValue AutoAddNewResourcesAndTasks StatusDate
  CurrentDate MicrosoftProjectServerURL Autolink NewTaskStartDate NewTasksAreManual DefaultTaskEVMethod
  ProjectExternallyEdited ExtendedCreationDate ActualsInSync RemoveFileProperties AdminProject UpdateManuallyScheduledTasksWhenEditingLinks
  KeepTaskOnNearestWorkingTimeWhenMadeAutoScheduled Views Filters Groups Tables Maps Reports Drawings DataLinks VBAProjects
  OutlineCodes WBSMasks ExtendedAttributes Calendars Tasks Resources Assignments`)
