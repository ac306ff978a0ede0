[playlist]
File1=music/wheel.flac
Title1=Anna Müller - Wheel Song
Length1=213
File2=music/rain.flac
Title2=Guests - Rain
Length2=187
NumberOfEntries=2
Version=2
