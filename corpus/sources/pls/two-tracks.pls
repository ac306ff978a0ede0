[playlist]
File1=music/wheel.ogg
Title1=Wheel Song
Length1=213
File2=https://radio.example/stream
Title2=Radio of the valley
Length2=-1
NumberOfEntries=2
Version=2
