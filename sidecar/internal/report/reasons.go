package report

// Reason is the machine-readable cause in a report; README.md lists each one, docs/reference/reasons.md its fix.
type Reason string

// All reasons of the sidecar. Each needs a row in README.md, which a test checks.
const (
	Recorded              Reason = "Recorded"
	InvalidConfig         Reason = "InvalidConfig"
	StartedTooLate        Reason = "StartedTooLate"
	Interrupted           Reason = "Interrupted"
	NoJvmFound            Reason = "NoJvmFound"
	AmbiguousJvm          Reason = "AmbiguousJvm"
	NotHotSpot            Reason = "NotHotSpot"
	IdentityMismatch      Reason = "IdentityMismatch"
	AttachDisabled        Reason = "AttachDisabled"
	JvmStarting           Reason = "JvmStarting"
	TmpNotWritable        Reason = "TmpNotWritable"
	TmpNotExecutable      Reason = "TmpNotExecutable"
	AttachSocketForeign   Reason = "AttachSocketForeign"
	ForeignProfiler       Reason = "ForeignProfiler"
	NotEnoughMemory       Reason = "NotEnoughMemory"
	JdkTooOld             Reason = "JdkTooOld"
	TooFewFileDescriptors Reason = "TooFewFileDescriptors"
	PerfEventsUnavailable Reason = "PerfEventsUnavailable"
	ProfilerBusy          Reason = "ProfilerBusy"
	LibraryConflict       Reason = "LibraryConflict"
	AttachFailed          Reason = "AttachFailed"
	ProfilerFailed        Reason = "ProfilerFailed"
	JvmExited             Reason = "JvmExited"
	RecordingLost         Reason = "RecordingLost"
	UploadFailed          Reason = "UploadFailed"
	DeadlineExceeded      Reason = "DeadlineExceeded"
)

// Reasons lists all reasons, in the order in which a run can meet them.
func Reasons() []Reason {
	return []Reason{
		Recorded, InvalidConfig, StartedTooLate, Interrupted, NoJvmFound, AmbiguousJvm, NotHotSpot,
		IdentityMismatch, AttachDisabled, JvmStarting, TmpNotWritable, TmpNotExecutable, AttachSocketForeign,
		ForeignProfiler, NotEnoughMemory, JdkTooOld, TooFewFileDescriptors, PerfEventsUnavailable, ProfilerBusy,
		LibraryConflict, AttachFailed, ProfilerFailed, JvmExited, RecordingLost, UploadFailed, DeadlineExceeded,
	}
}
